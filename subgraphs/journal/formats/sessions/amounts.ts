/** ISO 4217: the number of each currency that notes are issued in, as hosts print it on receipts, and its letters. */
const CURRENCIES = `
  008ALL 012DZD 032ARS 036AUD 044BSD 048BHD 050BDT 051AMD 052BBD 060BMD 064BTN 068BOB 072BWP 084BZD 090SBD 096BND
  104MMK 108BIF 116KHR 124CAD 132CVE 136KYD 144LKR 152CLP 156CNY 170COP 174KMF 188CRC 192CUP 203CZK 208DKK 214DOP
  222SVC 230ETB 232ERN 238FKP 242FJD 262DJF 270GMD 292GIP 320GTQ 324GNF 328GYD 332HTG 340HNL 344HKD 348HUF 352ISK
  356INR 360IDR 364IRR 368IQD 376ILS 388JMD 392JPY 398KZT 400JOD 404KES 408KPW 410KRW 414KWD 417KGS 418LAK 422LBP
  426LSL 430LRD 434LYD 446MOP 454MWK 458MYR 462MVR 480MUR 484MXN 496MNT 498MDL 504MAD 512OMR 516NAD 524NPR 532XCG
  533AWG 548VUV 554NZD 558NIO 566NGN 578NOK 586PKR 590PAB 598PGK 600PYG 604PEN 608PHP 634QAR 643RUB 646RWF 654SHP
  682SAR 690SCR 702SGD 704VND 706SOS 710ZAR 728SSP 748SZL 752SEK 756CHF 760SYP 764THB 776TOP 780TTD 784AED 788TND
  800UGX 807MKD 818EGP 826GBP 834TZS 840USD 858UYU 860UZS 882WST 886YER 901TWD 924ZWG 925SLE 926VED 928VES 929MRU
  930STN 933BYN 934TMT 936GHS 938SDG 941RSD 943MZN 944AZN 946RON 949TRY 950XAF 951XCD 952XOF 953XPF 967ZMW 968SRD
  969MGA 971AFN 972TJS 973AOA 975BGN 976CDF 977BAM 978EUR 980UAH 981GEL 985PLN 986BRL
`
const BY_NUMBER: ReadonlyMap<string, string> = new Map(
  Array.from(CURRENCIES.matchAll(/(\d{3})([A-Z]{3})/g), ([, number = '', letters = '']) => [number, letters]),
)

const LETTERS: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...BY_NUMBER.values()])

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
  const currency = BY_NUMBER.get(printed) ?? printed.toUpperCase()
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
