/** Records by key: one statement for all the keys that an operation asks for. */
export const inOrder = <K, V>(keys: readonly K[], rows: readonly V[], keyOf: (row: V) => K): (V | null)[] => {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return keys.map((key) => byKey.get(key) ?? null)
}

/** A list of something, with the arguments that it was asked for with, as one key. */
export type ListKey<Id, Args> = { readonly id: Id; readonly args: Args }

const textOf = <Id, Args>({ id, args }: ListKey<Id, Args>): string => JSON.stringify([id, args])

/** Lists by key, in the order of the keys; those that are asked for with the same arguments are one statement. */
export const loadLists = async <Id, Args, Row>(
  texts: readonly string[],
  parse: (text: string) => ListKey<Id, Args>,
  list: (ids: readonly Id[], args: Args) => Promise<readonly Row[]>,
  idOf: (row: Row) => Id,
): Promise<Row[][]> => {
  const keys = texts.map(parse)
  const found = new Map<string, Row[]>(texts.map((text) => [text, []]))
  for (const group of Map.groupBy(keys, ({ args }) => JSON.stringify(args)).values()) {
    const [first] = group
    if (first === undefined) continue
    const rows = await list(
      group.map(({ id }) => id),
      first.args,
    )
    for (const row of rows) found.get(textOf({ id: idOf(row), args: first.args }))?.push(row)
  }
  return texts.map((text) => found.get(text) ?? [])
}

/** A key of `loadLists`, as text: DataLoader distinguishes keys by identity. */
export const listKey = <Id, Args>(id: Id, args: Args): string => textOf({ id, args })

export const parseKey = <Id, Args>(text: string): ListKey<Id, Args> => {
  // Only `listKey` makes these texts, and with these types.
  const [id, args]: [Id, Args] = JSON.parse(text)
  return { id, args }
}
