/**
 * Development only: sends the shipped sample of loan events through the real pipeline once and
 * prints what became of it. No bean of this package exists in a packaged build.
 */
@NullMarked
package org.libraryd.sample;

import org.jspecify.annotations.NullMarked;
