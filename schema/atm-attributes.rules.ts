/** A text that people enter. A blank one is none. */
type TextRule = {
  readonly kind: 'text' | 'timeZone'
  readonly maxChars: number
  /** What it has to match, and how a fault says so. */
  readonly format?: { readonly pattern: RegExp; readonly words: string }
  /** Whether the list of the devices service searches it and its CSV shows it; there it has a column of its own. */
  readonly listed: boolean
}

/** Degrees north or east; negative ones are south or west. */
type DegreesRule = { readonly kind: 'degrees'; readonly max: number; readonly listed: false }

/** One of a few words. */
type ChoiceRule = { readonly kind: 'choice'; readonly choices: readonly string[]; readonly listed: false }

/** Short texts, each once and in order; without any there is none. */
type WordsRule = {
  readonly kind: 'words'
  readonly maxItems: number
  readonly maxChars: number
  readonly listed: false
}

/**
 * What people enter about an ATM. Columns, statements, checks, the copy in the devices service, its search and CSV, and
 * the forms of the dashboard are derived from this list. The SDL has the same attributes in `schema/shared.graphql`.
 */
export const ATM_ATTRIBUTES = {
  name: { kind: 'text', maxChars: 200, listed: true },
  vendor: { kind: 'text', maxChars: 200, listed: false },
  model: { kind: 'text', maxChars: 200, listed: false },
  siteName: { kind: 'text', maxChars: 200, listed: true },
  serialNumber: {
    kind: 'text',
    maxChars: 64,
    format: { pattern: /^\P{C}+$/u, words: 'must be printable characters' },
    listed: true,
  },
  region: { kind: 'text', maxChars: 200, listed: false },
  costCentre: { kind: 'text', maxChars: 64, listed: false },
  criticality: { kind: 'choice', choices: ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], listed: false },
  tags: { kind: 'words', maxItems: 20, maxChars: 40, listed: false },
  carrier: { kind: 'text', maxChars: 200, listed: false },
  latitude: { kind: 'degrees', max: 90, listed: false },
  longitude: { kind: 'degrees', max: 180, listed: false },
  timeZone: {
    kind: 'timeZone',
    maxChars: 200,
    // An offset such as `+03:00` knows no summer time and is no zone.
    format: { pattern: /^[A-Za-z]/, words: 'must be the name of an IANA time zone, such as Europe/Helsinki' },
    listed: false,
  },
} as const satisfies Readonly<Record<string, TextRule | DegreesRule | ChoiceRule | WordsRule>>

type Attributes = typeof ATM_ATTRIBUTES
export type AtmAttribute = keyof Attributes
type OfKind<Kind> = { [Name in AtmAttribute]: Attributes[Name]['kind'] extends Kind ? Name : never }[AtmAttribute]
export type DegreesAttribute = OfKind<'degrees'>
export type TextAttribute = OfKind<'text' | 'timeZone'>
export type ChoiceAttribute = OfKind<'choice'>
export type WordsAttribute = OfKind<'words'>
/** An attribute that the devices service has a column of. */
export type ListedAttribute = {
  [Name in AtmAttribute]: Attributes[Name]['listed'] extends true ? Name : never
}[AtmAttribute]

type ValueOf<Rule> = Rule extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Rule extends { readonly kind: 'words' }
    ? string[]
    : Rule extends { readonly kind: 'degrees' }
      ? number
      : string

/** What is known of an ATM besides what it reports. */
export type AtmDescription = {
  readonly [Name in AtmAttribute]: ValueOf<Attributes[Name]> | null
}
/** The part of it that the devices service has columns of. */
export type ListedDescription = Pick<AtmDescription, ListedAttribute>

/** The rest of it: the devices service has a copy that it shows and does not search. */
export type UnlistedDescription = Omit<AtmDescription, ListedAttribute>

/** Whether a text is the name of an attribute. */
export const isAttribute = (name: string): name is AtmAttribute => Object.hasOwn(ATM_ATTRIBUTES, name)
const isListed = (name: AtmAttribute): name is ListedAttribute => ATM_ATTRIBUTES[name].listed

/** Whether an attribute is a number of degrees. */
export const isDegrees = (name: AtmAttribute): name is DegreesAttribute => ATM_ATTRIBUTES[name].kind === 'degrees'
const isChoice = (name: AtmAttribute): name is ChoiceAttribute => ATM_ATTRIBUTES[name].kind === 'choice'
const isWords = (name: AtmAttribute): name is WordsAttribute => ATM_ATTRIBUTES[name].kind === 'words'
const isText = (name: AtmAttribute): name is TextAttribute => !(isDegrees(name) || isChoice(name) || isWords(name))

export const atmAttributes: readonly AtmAttribute[] = Object.keys(ATM_ATTRIBUTES).filter(isAttribute)
export const degreesAttributes: readonly DegreesAttribute[] = atmAttributes.filter(isDegrees)
export const textAttributes: readonly TextAttribute[] = atmAttributes.filter(isText)
export const choiceAttributes: readonly ChoiceAttribute[] = atmAttributes.filter(isChoice)
export const wordsAttributes: readonly WordsAttribute[] = atmAttributes.filter(isWords)
export const listedAttributes: readonly ListedAttribute[] = atmAttributes.filter(isListed)

/** The attributes of an ATM that lists do not search. */
export const unlistedOf = (atm: AtmDescription): UnlistedDescription => ({
  vendor: atm.vendor,
  model: atm.model,
  carrier: atm.carrier,
  region: atm.region,
  costCentre: atm.costCentre,
  criticality: atm.criticality,
  tags: atm.tags,
  latitude: atm.latitude,
  longitude: atm.longitude,
  timeZone: atm.timeZone,
})

/** What ATMs are grouped by, and the attribute that each is. An ATM is in the group of each of its tags. */
export const ATM_GROUPINGS = {
  VENDOR: 'vendor',
  MODEL: 'model',
  SITE: 'siteName',
  REGION: 'region',
  COST_CENTRE: 'costCentre',
  CRITICALITY: 'criticality',
  TAG: 'tags',
} as const satisfies Readonly<Record<string, AtmAttribute>>

export type AtmGrouping = keyof typeof ATM_GROUPINGS

/** Whether a text names what ATMs are grouped by. */
export const isGrouping = (name: string): name is AtmGrouping => Object.hasOwn(ATM_GROUPINGS, name)

/** An attribute that ATMs are grouped by. */
export type GroupAttribute = (typeof ATM_GROUPINGS)[AtmGrouping]

/** Which ATMs a list is limited to: those that have each of the given values, and none of `without`. */
export type AtmGroupFilter = {
  readonly vendor?: string | null | undefined
  readonly model?: string | null | undefined
  readonly site?: string | null | undefined
  readonly region?: string | null | undefined
  readonly costCentre?: string | null | undefined
  readonly criticality?: string | null | undefined
  readonly tag?: string | null | undefined
  readonly without?: AtmGrouping | null | undefined
}

/** The argument of lists that asks for a value of an attribute. */
export const GROUP_ARGUMENTS = {
  vendor: 'vendor',
  model: 'model',
  siteName: 'site',
  region: 'region',
  costCentre: 'costCentre',
  criticality: 'criticality',
  tags: 'tag',
} as const satisfies Readonly<Record<GroupAttribute, keyof AtmGroupFilter>>

/** What a text has to keep to. */
export const textRuleOf = (name: TextAttribute): TextRule => ATM_ATTRIBUTES[name]

/** The column of an attribute: `site_name` for `siteName`. */
export const columnOf = (name: AtmAttribute): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** An object with a value for each of these names. */
export const ofEach = <Name extends string, Value>(
  names: readonly Name[],
  toValue: (name: Name) => Value,
): Record<Name, Value> =>
  // TypeScript takes the keys of `fromEntries` for any strings.
  Object.fromEntries(names.map((name) => [name, toValue(name)])) as Record<Name, Value>
