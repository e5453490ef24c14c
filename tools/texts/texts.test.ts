import { describe, expect, it } from 'vitest'
import { t, tc, tn } from '../../gateway/dashboard/app/language/texts.ts'
import { readCatalog } from '../../gateway/dashboard/build/catalogs.ts'
import { checkCatalogs, TRANSLATED } from './catalogs.ts'
import { extractTexts } from './extract.ts'

const texts = extractTexts()

describe('the texts of the dashboard', () => {
  it('are found in the source, with their plurals, in the area of their page or what all share', () => {
    const common = texts.get('common') ?? []
    expect(common).toContainEqual({ text: '{n} ATM', other: '{n} ATMs', context: undefined })
    expect(common.map(({ text }) => text)).toContain('Choose the row')
    expect((texts.get('enums') ?? []).map(({ text }) => text)).toContain('In supervisor')
  })

  it('are in the catalogs of each language, all of them translated', () => {
    expect(TRANSLATED).toEqual(['fr', 'ar'])
    expect(checkCatalogs(texts)).toEqual([])
  })

  it('are missed by the check where a catalog lacks one', () => {
    const more = new Map(texts).set('common', [
      ...(texts.get('common') ?? []),
      { text: 'Not in any catalog', other: undefined, context: undefined },
    ])
    expect(checkCatalogs(more)).toContain('fr/common.po is not what the source has: run npm run texts')
  })

  it('have a form for each category of numbers of a language', () => {
    expect(readCatalog('ar')['{n} new incident']).toHaveLength(6)
    expect(readCatalog('fr')['{n} new incident']).toHaveLength(3)
    expect(readCatalog('fr')['Choose the row']).toBe('Sélectionner la ligne')
  })
})

describe('a text', () => {
  it('is the English one where the page is in English, with its values in their places', () => {
    expect(t('{n} of {total}', { n: 1, total: '2,000' })).toBe('1 of 2,000')
    expect(tc('state', 'Open')).toBe('Open')
    expect([0, 1, 2, 1_200].map((n) => tn(n, '{n} ATM', '{n} ATMs'))).toEqual([
      '0 ATMs',
      '1 ATM',
      '2 ATMs',
      '1,200 ATMs',
    ])
  })

  it('leaves a place without a value as it is', () => {
    expect(t('{n} of {total}', { n: 1 })).toBe('1 of {total}')
  })
})
