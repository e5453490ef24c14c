/** The content encoding of a file. */
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
