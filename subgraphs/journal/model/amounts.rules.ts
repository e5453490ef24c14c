/** Hundredths of a currency as the API shows them: `100.00`. */
export const amountText = (minor: bigint): string => {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `100`, `100.5` or `100.00` in hundredths; null for anything that is no amount. */
export const readAmount = (text: string): bigint | null => {
  const match = /^(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text.trim())
  return match === null ? null : BigInt(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
}
