/**
 * What an institution's journals print that the format leaves open, as the institution set it. Null is the family's own
 * rule.
 */
export type Profile = {
  /** The response codes that approve, as printed; every other code declines. */
  readonly approvedCodes: readonly string[] | null
  /** ISO 4217 letters of amounts that are printed without a currency. */
  readonly currency: string | null
  /** The unit of the digits that a request sends, where no line of the file shows it. */
  readonly amountUnit: 'WHOLE' | 'HUNDREDTHS' | null
  /** IANA name of the zone of the machine's clock, where it is not the ATM's local one. */
  readonly timeZone: string | null
}

/** The family's own rules throughout. */
export const DEFAULT_PROFILE: Profile = { approvedCodes: null, currency: null, amountUnit: null, timeZone: null }
