import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

type Name = 'from' | 'to'
type Ends = Readonly<Record<Name, string>>

/** An end as it is typed: whole unless parts of it are missing, or its year is on the way, such as `0002`. */
type TypedEnd = { readonly text: string; readonly isWhole: boolean; readonly isLeft: boolean }
type Draft = Readonly<Partial<Record<Name, TypedEnd>>>

type TypedPeriod = {
  /** The ends that hold, as the fields have them. */
  readonly ends: Ends
  /** Whether two whole ends may hold together. */
  readonly isPeriod: (ends: Ends) => boolean
  readonly onChange: (ends: Ends) => void
  /** What the ends are known by from outside; by default the ends themselves. */
  readonly of?: string
}

/** A day is whole several times while it is typed: it applies when the typing pauses, or the field is left. */
const TYPING_MS = 300

const keyOf = ({ from, to }: Ends): string => `${from} ${to}`

/**
 * The two ends of a period while they are typed into fields of days or of instants. Neither changes the other: they
 * apply together when both are whole and a period; until then what is typed stays in the fields, marked.
 */
export const useTypedPeriod = ({ ends, isPeriod, onChange, of = keyOf(ends) }: TypedPeriod) => {
  const [draft, setDraft] = useState<Draft>({})
  const applied = useRef(of)
  // Another period from outside: a link, or all filters cleared.
  useEffect(() => {
    if (applied.current === of) return
    applied.current = of
    setDraft({})
  }, [of])
  const typed: Ends = { from: draft.from?.text ?? ends.from, to: draft.to?.text ?? ends.to }
  const isWhole = draft.from?.isWhole !== false && draft.to?.isWhole !== false
  const isWrong = isWhole && !isPeriod(typed)
  const isReady = (draft.from ?? draft.to) !== undefined && isWhole && !isWrong
  const key = keyOf(typed)
  const apply = () => {
    if (!isReady || applied.current === key) return
    applied.current = key
    onChange(typed)
  }
  const latest = useRef(apply)
  useEffect(() => {
    latest.current = apply
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is typed begins the pause anew
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => latest.current(), TYPING_MS)
    return () => clearTimeout(timer)
  }, [key, isReady])
  const field = (name: Name) => {
    const own = draft[name]
    return {
      value: typed[name],
      'aria-invalid': isWrong || (own?.isLeft === true && !own.isWhole) || undefined,
      onChange: ({ target: { value, validity } }: ChangeEvent<HTMLInputElement>) =>
        setDraft({ ...draft, [name]: { text: value, isWhole: validity.valid, isLeft: false } }),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Enter') apply()
      },
      onBlur: () => {
        if (own !== undefined) setDraft({ ...draft, [name]: { ...own, isLeft: true } })
        apply()
      },
    }
  }
  return { from: field('from'), to: field('to'), isWrong }
}
