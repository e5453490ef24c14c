/** An event of a stream of server-sent events. */
export type StreamEvent = { readonly name: string; readonly data: string; readonly id: string | null }

/**
 * Takes a stream of server-sent events apart. Comments, which keep the connection open, and blocks that only move the
 * cursor come as events without a name.
 */
export const createEventReader = (onEvent: (event: StreamEvent) => void) => {
  let rest = ''
  let name = ''
  let data: string[] = []
  let id: string | null = null
  const onLine = (line: string): void => {
    if (line === '') {
      onEvent({ name: data.length === 0 ? '' : name, data: data.join('\n'), id })
      name = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }
  return (text: string): void => {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  }
}
