/// <reference types="vite/client" />

declare module 'texts:*' {
  export const catalog: Readonly<Record<string, string | readonly string[]>>
}
