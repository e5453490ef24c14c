import {
  ATM_ATTRIBUTES,
  type AtmAttribute,
  type AtmDescription,
  choiceAttributes,
  degreesAttributes,
  isAttribute,
  ofEach,
  textAttributes,
  wordsAttributes,
} from '../../../../../schema/atm-attributes.rules.ts'
import { t } from '../../language/texts.ts'

type AtmField = {
  readonly label: string
  readonly hint?: string
  /** Two of these are side by side in a form. */
  readonly half?: true
  /** How it is shown of the machine itself, beside the ATM's name. */
  readonly machine?: (value: string) => string
}

/** How forms and pages show each attribute, in the order of the forms. */
export const ATM_FIELDS: Readonly<Record<AtmAttribute, AtmField>> = {
  name: { label: t('Name') },
  siteName: { label: t('Place') },
  vendor: { label: t('Maker'), half: true, machine: (maker) => maker },
  model: { label: t('Model'), half: true, machine: (model) => model },
  serialNumber: {
    label: t('Serial number'),
    hint: t('As on the plate of the machine.'),
    machine: (number) => t('no. {number}', { number }),
  },
  region: { label: t('Region'), half: true },
  costCentre: { label: t('Cost centre'), half: true },
  criticality: { label: t('Criticality'), half: true },
  tags: { label: t('Tags'), hint: t('Separated by commas.'), half: true },
  carrier: { label: t('Cash carrier'), hint: t('The company that loads its cassettes.') },
  timeZone: { label: t('Time zone'), hint: t('Such as Europe/Helsinki; left empty it is the platform’s.') },
  latitude: { label: t('Latitude'), hint: t('Degrees north.'), half: true },
  longitude: { label: t('Longitude'), hint: t('Degrees east.'), half: true },
}

/** How much depends on an ATM, in words. */
export const CRITICALITIES: Readonly<Record<NonNullable<AtmDescription['criticality']>, string>> = {
  LOW: t('Low'),
  MEDIUM: t('Medium'),
  HIGH: t('High'),
  CRITICAL: t('Critical'),
}

export const shownAttributes: readonly AtmAttribute[] = Object.keys(ATM_FIELDS).filter(isAttribute)

/** What is known of the machine itself, such as `NCR SelfServ 34`; empty where nothing is. */
export const machineOf = (atm: Partial<AtmDescription>): string =>
  shownAttributes
    .flatMap((name) => {
      const value = atm[name]
      return value === null || value === undefined ? [] : (ATM_FIELDS[name].machine?.(String(value)) ?? [])
    })
    .join(' ')

/** Attributes as a form holds them: as typed. */
export type TypedAttributes = Readonly<Record<AtmAttribute, string>>

/** A text as the platform takes it: null for a blank one. */
export const textOrNone = (text: string): string | null => text.trim() || null

const wordsOrNone = (text: string): string[] | null => {
  const words = text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return words.length === 0 ? null : words
}

const degreesOrNone = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** What was typed as the platform takes it, of the attributes that `isTaken` says. */
export const descriptionOf = (
  typed: TypedAttributes,
  isTaken: (name: AtmAttribute) => boolean,
): Partial<AtmDescription> => ({
  ...ofEach(textAttributes.filter(isTaken), (name) => textOrNone(typed[name])),
  ...ofEach(degreesAttributes.filter(isTaken), (name) => degreesOrNone(typed[name])),
  ...ofEach(
    choiceAttributes.filter(isTaken),
    (name) => ATM_ATTRIBUTES[name].choices.find((choice) => choice === typed[name]) ?? null,
  ),
  ...ofEach(wordsAttributes.filter(isTaken), (name) => wordsOrNone(typed[name])),
})

/** A description as a form shows it. */
export const typedOf = (atm: AtmDescription): TypedAttributes =>
  ofEach(shownAttributes, (name) => {
    const value = atm[name]
    if (value === null) return ''
    return typeof value === 'object' ? value.join(', ') : String(value)
  })
