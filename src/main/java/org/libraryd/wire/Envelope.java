package org.libraryd.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.libraryd.wire.RawField.Members;
import org.libraryd.wire.RawField.Text;

/**
 * A record taken out of its encoding: plain JSON and both modes of CloudEvents look alike from here
 * on. A field that may be sent as attribute and as member is the list of all that was sent for it.
 */
record Envelope(List<RawField> ids, List<RawField> types, List<RawField> times, Members body) {
  static final String TYPE = "type";
  static final String OCCURRED_AT = "occurredAt";
  static final String LOAN_ID = "loanId";
  static final String BOOK_ID = "bookId";
  static final String MEMBER_ID = "memberId";

  private static final String SPEC_VERSION = "specversion";
  private static final String ID = "id";
  private static final String TIME = "time";
  private static final String DATA = "data";
  private static final String DATA_BASE64 = "data_base64";
  private static final String DATA_CONTENT_TYPE = "datacontenttype";

  private static final Set<String> MEMBERS =
      Set.of(
          TYPE,
          OCCURRED_AT,
          LOAN_ID,
          BOOK_ID,
          MEMBER_ID,
          SPEC_VERSION,
          ID,
          TIME,
          DATA,
          DATA_BASE64,
          DATA_CONTENT_TYPE);

  static Envelope open(EnvelopeHeaders headers, byte @Nullable [] value) throws RefusalException {
    if (value == null) {
      throw RefusalException.malformed("no value");
    }
    headers.check();
    Members root = StrictJson.read(value, MEMBERS);
    List<RawField> ids = headers.ids();
    List<RawField> types = new ArrayList<>(2);
    List<RawField> times = new ArrayList<>(2);
    Members body = root;
    if (headers.isBinary()) {
      types.addAll(headers.types());
      times.addAll(headers.times());
    }
    if (headers.isStructured()) {
      body = data(root);
      ids = withAttribute(ids, root.get(ID));
      types.add(root.get(TYPE));
      times.add(root.get(TIME));
    }
    types.add(body.get(TYPE));
    times.add(body.get(OCCURRED_AT));
    return new Envelope(ids, types, times, body);
  }

  private static Members data(Members root) throws RefusalException {
    if (!EnvelopeHeaders.isSupported(root.get(SPEC_VERSION))) {
      throw RefusalException.malformed("specversion is not 1.0");
    }
    RawField contentType = root.get(DATA_CONTENT_TYPE);
    boolean json =
        !contentType.isGiven()
            || (contentType instanceof Text text && EnvelopeHeaders.isJson(text.value()));
    if (!json || root.get(DATA_BASE64).isGiven()) {
      throw RefusalException.malformed("CloudEvents data is not JSON");
    }
    if (root.get(DATA) instanceof Members data) {
      return data;
    }
    throw RefusalException.malformed("CloudEvents data is not a JSON object");
  }

  private static List<RawField> withAttribute(List<RawField> headers, RawField id) {
    if (id == RawField.NoText.ABSENT) {
      return headers;
    }
    List<RawField> all = new ArrayList<>(headers);
    all.add(id instanceof Text text ? asHeader(text) : id);
    return all;
  }

  // Ids from headers are compared byte by byte, so this one must look as it would in a header.
  private static Text asHeader(Text id) {
    byte[] utf8 = id.value().getBytes(StandardCharsets.UTF_8);
    return new Text(new String(utf8, StandardCharsets.ISO_8859_1));
  }
}
