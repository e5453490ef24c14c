import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { isEquivalent, staleEquivalents } from './equivalents.ts'
import { applied, mutantsOf } from './mutants.ts'
import { guarded, marked } from './points.ts'
import { reportOf } from './report.ts'
import { sampleOf } from './scope.ts'

/** The changes of a piece of code, as the report prints them. */
const changes = (source: string) => mutantsOf('x.rules.ts', source).map(({ change }) => change)

describe('a mutant', () => {
  it.each([
    ['const x = a < b', ['< -> <=', '< -> >=']],
    ['if (a >= b) c()', ['a >= b -> true', 'a >= b -> false', '>= -> >', 'c() -> ;']],
    ['if (a === b) c(1)', ['a === b -> true', 'a === b -> false', 'c(1) -> ;', '1 -> 2', '1 -> 0']],
    ['const MAX = 50', ['50 -> 51', '50 -> 49']],
    ["const KIND = 'POWER'", ["'POWER' -> ''"]],
    ['const x = a ?? 0', ['a ?? 0 -> a', '0 -> 1']],
    ['const x = a && !b', ['&& -> ||', '!b -> b']],
    ['const x = a?.b', ['?. -> .']],
    ['const x = Math.max(...list)', ['max -> min']],
    ['const x = list.some(f).toSorted(g)', ['some -> every', '.toSorted(g) ->']],
    ['list.sort((a, b) => (a < b ? -1 : 1))', null],
    ["throw new Error('The file was not found')", ["throw new Error('The file was not found') -> ;"]],
    ["import { a } from 'b'\ntype C = 'd' | 3", []],
    ['const x = { ...row, status: s }', [', status: s ->']],
    ['tx.update(t).set({ a: x, b: y }).where(eq(p, q))', null],
  ])('of `%s`', (source, expected) => {
    if (expected !== null) expect(changes(source)).toEqual(expected)
    else expect(changes(source).length).toBeGreaterThan(1)
  })

  it('of a statement changes its order, its limit and its conditions', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the code that is changed
    const text = 'const q = sql`select max(a) from t where b >= ${c} and d is null order by a, d desc limit ${n}`'
    expect(changes(text)).toEqual([
      'max -> min',
      '>= -> >',
      'and -> or',
      '-> not',
      'order by a, d desc ->',
      '-> desc',
      'desc ->',
      '-> 1000000 +',
    ])
  })

  it.each(['returning id', 'on conflict do nothing'])('takes an order away and leaves `%s` after it', (rest) => {
    const text = `const q = sql\`insert into t select a from s order by s.a ${rest}\``
    expect(changes(text)).toContain('order by s.a ->')
    expect(changes(text).filter((change) => change.includes(rest))).toEqual([])
  })

  it('leaves a column or a condition of a query out', () => {
    const found = changes('tx.update(t).set({ a: x, b: y }).where(and(p, q))')
    expect(found).toEqual(expect.arrayContaining(['a: x, ->', ', b: y ->', '.where(and(p, q)) ->', 'p, ->', ', q ->']))
  })

  it('has its line and the function around it', () => {
    const source = 'const a = 1\nconst f = () => {\n  g(2)\n  h()\n}'
    const mutants = mutantsOf('x.rules.ts', source).filter(({ mutator }) => mutator === 'number')
    expect(mutants.map(({ line, code, point }) => [line, code, point])).toEqual([
      [1, 'const a = 1', -1],
      [1, 'const a = 1', -1],
      [3, 'g(2)', 22],
      [3, 'g(2)', 22],
    ])
    expect(mutants.map((mutant) => applied(source, mutant).split('\n')[mutant.line - 1])).toEqual([
      ...['const a = 2', 'const a = 0', '  g(3)', '  g(1)'],
    ])
  })
})

describe('a measured file', () => {
  it('notes the functions that run, and that it was loaded', () => {
    const source = 'const f = (a) => a + 1; const g = () => ({ b: 1 }); function h() { return f(1) } h()'
    const covered = new Set<string>()
    runInNewContext(marked('x.ts', source), { __fleetopsCovered: covered })
    expect([...covered]).toEqual(['x.ts:-1', 'x.ts:52', 'x.ts:10'])
    expect(() => runInNewContext(marked('x.ts', source))).not.toThrow()
  })
})

describe('a loop that a mutant made endless', () => {
  it.each(['for (;;) {}', 'while (true) n += 1', 'do { n += 1 } while (true)'])('fails: %s', (loop) => {
    expect(() => runInNewContext(guarded('x.ts', `let n = 0; ${loop}`))).toThrow('endless loop')
  })

  it('leaves others as they are', () => {
    expect(runInNewContext(guarded('x.ts', 'let n = 0; for (const a of [1, 2]) n += a; n'))).toBe(3)
  })
})

describe('the list of equivalent mutants', () => {
  const mutants = mutantsOf('x.rules.ts', 'const a = b < c')
  const entry = { file: 'x.rules.ts', code: 'const a = b < c', change: '< -> <=', reason: 'b is never c' }

  it('takes a mutant out of the score, and not its neighbours', () => {
    expect(mutants.map((mutant) => isEquivalent([entry], mutant))).toEqual([true, false])
    const judged = new Map(mutants.map((mutant) => [mutant, { status: 'survived' as const, by: null }]))
    expect(reportOf(judged, [entry]).text).toContain('killed 0, survived 1, uncovered 0, equivalent 1')
  })

  it('holds no entry that fits no mutant', () => {
    expect(staleEquivalents([entry], mutants)).toEqual([])
    const other = { ...entry, code: 'const a = b < d' }
    expect(staleEquivalents([entry, other], mutants)).toEqual([other])
  })
})

describe('a report', () => {
  const mutants = mutantsOf('x.rules.ts', `const a = [${Array.from({ length: 10 }, (_, n) => n + 2).join(', ')}]`)
  const judged = (alive: number) =>
    new Map(
      mutants.map((one, at) => [one, { status: at < alive ? ('survived' as const) : ('killed' as const), by: null }]),
    )

  it('fails a folder whose score is below its target', () => {
    expect(mutants).toHaveLength(21)
    expect(reportOf(judged(3), []).passed).toBe(true)
    expect(reportOf(judged(4), []).passed).toBe(false)
  })
})

describe('a sample', () => {
  it('is the same for the same seed, in the order of the whole', () => {
    const items = Array.from({ length: 100 }, (_, n) => n)
    const [one, same, other] = [sampleOf(items, 10, 1), sampleOf(items, 10, 1), sampleOf(items, 10, 2)]
    expect(one).toEqual(same)
    expect(one).not.toEqual(other)
    expect(one).toEqual([...one].sort((a, b) => a - b))
    expect(new Set(one).size).toBe(10)
  })
})
