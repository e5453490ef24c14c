import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The content encoding of an answer. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest encoding that a client accepts; an encoding with the weight 0 is not accepted. */
export const encodingFor = (acceptEncoding: string | undefined): Encoding => {
  const taken = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const weight = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
      return [name.trim(), weight === undefined || Number(weight.slice(2)) > 0] as const
    }),
  )
  const takes = (name: string) => taken.get(name) ?? taken.get('*') ?? false
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

/** What is sent is compressed as it is asked for: a higher quality takes several times as long for a tenth less. */
const BROTLI_QUALITY = 4

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses a text, beside the event loop. */
export const compress = (text: string, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'gzip'
    ? compressGzip(text)
    : compressBrotli(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        },
      })

const TAG_CHARS = 27

/** The entity tag of a text: the same for the same text. */
export const tagOf = (text: string | Buffer): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, TAG_CHARS)}"`
