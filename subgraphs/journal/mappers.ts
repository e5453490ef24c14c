/** The journal's part of an ATM before its fields are resolved: the id, and each list has a resolver of its own. */
export type AtmMapper = { readonly id: number }
