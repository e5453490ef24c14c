/** One block of a live stream, as it is framed here. */
export type StreamBlock = {
  readonly event: string | null
  readonly id: string | null
  /** JSON in one line. */
  readonly data: string | null
  /** The block as it was sent, with its end. */
  readonly text: string
}

const END = '\n\n'

/** The blocks of a chunk of a live stream. A chunk holds whole blocks, as the hub sends no others. */
export const blocksOf = (chunk: Uint8Array): StreamBlock[] =>
  Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    .toString('utf8')
    .split(END)
    .filter((block) => block !== '')
    .map((block) => {
      const fields = new Map<string, string>()
      for (const line of block.split('\n')) {
        const colon = line.indexOf(': ')
        if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2))
      }
      const [event = null, id = null, data = null] = ['event', 'id', 'data'].map((name) => fields.get(name))
      return { event, id, data, text: `${block}${END}` }
    })

/** A result of a subscription, by the protocol of graphql-sse. */
export const nextFrame = (result: unknown, id: string | null): string =>
  `event: next\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(result)}${END}`

/** The end of a subscription, by the same protocol. */
export const COMPLETE_FRAME = `event: complete\ndata: ${END}`

/** Moves the position of a listener on without a result. */
export const positionFrame = (id: string | null): string => (id === null ? '' : `: beat\nid: ${id}${END}`)

/** A comment without an id. */
export const WAITING_FRAME = `: waiting${END}`
