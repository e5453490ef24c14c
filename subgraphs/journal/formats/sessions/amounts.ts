/** ISO 4217 numbers of currencies, as hosts print them on receipts. */
const BY_NUMBER: Readonly<Record<string, string>> = {
  '050': 'BDT',
  '108': 'BIF',
  '156': 'CNY',
  '230': 'ETB',
  '356': 'INR',
  '360': 'IDR',
  '400': 'JOD',
  '404': 'KES',
  '414': 'KWD',
  '512': 'OMR',
  '566': 'NGN',
  '586': 'PKR',
  '634': 'QAR',
  '643': 'RUB',
  '646': 'RWF',
  '682': 'SAR',
  '704': 'VND',
  '710': 'ZAR',
  '784': 'AED',
  '800': 'UGX',
  '818': 'EGP',
  '826': 'GBP',
  '834': 'TZS',
  '840': 'USD',
  '886': 'YER',
  '936': 'GHS',
  '950': 'XAF',
  '952': 'XOF',
  '978': 'EUR',
  '980': 'UAH',
}

const LETTERS: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...Object.values(BY_NUMBER)])

/** Currencies of which a thousand small units make one. */
const IN_THOUSANDTHS: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** `1650`, `1650.5`, `1650,00`, `00001650`. */
const PLAIN = /^(\d{1,15})(?:[.,](\d{1,2}))?$/
/** `1,650.00`, `1.650,00`, `500.000`, `1'650`: thousands by one sign, the fraction by another. */
const GROUPED = /^(\d{1,3})([.,'])(\d{3}(?:\2\d{3}){0,3})(?:(?!\2)[.,](\d{1,2}))?$/
/** `1,50,000.00`, as India parts its digits. */
const GROUPED_BY_TWO = /^(\d{1,2}(?:,\d\d){1,5},\d{3})(?:\.(\d{1,2}))?$/
const WITH_THOUSANDTHS = /^([\d,]{1,19})\.(\d{3})$/

/** `whole` may hold signs between its digits. */
const inHundredths = (whole: string, fraction: string): bigint =>
  BigInt(whole.length < 4 ? whole : whole.replaceAll(/\D/g, '')) * 100n + BigInt(fraction.padEnd(2, '0'))

/** ISO 4217 letters of a currency that is printed by its letters or its number; null if it is none. */
export const readCurrency = (printed: string): string | null => {
  const currency = BY_NUMBER[printed] ?? printed.toUpperCase()
  return LETTERS.has(currency) ? currency : null
}

/** Whether the three digits behind the point are a group, or thousandths, as the currency is. */
export const mayBeThousandths = (printed: string): boolean => WITH_THOUSANDTHS.test(printed)

/**
 * A printed amount in hundredths of `currency` (ISO 4217 letters; null for one that is not known). Null for what is no
 * amount, or has a part that is smaller than a hundredth.
 */
export const readAmount = (printed: string, currency: string | null): bigint | null => {
  const thousandths = currency !== null && IN_THOUSANDTHS.has(currency) ? WITH_THOUSANDTHS.exec(printed) : null
  if (thousandths?.[1] !== undefined && thousandths[2] !== undefined) {
    const isWhole = thousandths[2].endsWith('0') && /\d/.test(thousandths[1])
    return isWhole ? inHundredths(thousandths[1], thousandths[2].slice(0, 2)) : null
  }
  const plain = PLAIN.exec(printed)
  if (plain?.[1] !== undefined) return inHundredths(plain[1], plain[2] ?? '')
  const byTwo = GROUPED_BY_TWO.exec(printed)
  if (byTwo?.[1] !== undefined) return inHundredths(byTwo[1], byTwo[2] ?? '')
  const grouped = GROUPED.exec(printed)
  if (grouped?.[1] === undefined) return null
  return inHundredths(`${grouped[1]}${grouped[3] ?? ''}`, grouped[4] ?? '')
}
