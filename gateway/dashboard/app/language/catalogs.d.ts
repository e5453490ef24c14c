declare module 'texts:*' {
  /** The translations of a language; a module that the build makes of its catalogs. */
  export const catalog: Readonly<Record<string, string | readonly string[]>>
}
