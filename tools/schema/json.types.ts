/** A JSON value of a document, as it was read from a file. */
export type Json = { readonly [key: string]: unknown }
