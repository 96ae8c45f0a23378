/**
 * The relations between settings that a promise of the service rests on. Each check is one bean;
 * the start shows what all of them have to say in one message.
 */
@NullMarked
package org.libraryd.startup.check;

import org.jspecify.annotations.NullMarked;
