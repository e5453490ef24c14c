import { t } from '../../language/texts.ts'
import { andAlso } from '../../ui/format.ts'

/**
 * Whose vendors are shown: the keys of the caller's token decide, whatever the role; `null` for those of no
 * institution.
 */
export type Pool = { readonly keys: readonly string[] | null; readonly words: string }

/** The pool that is seen with a token's keys and, if one was chosen, the institution looked at. */
export const poolOf = (keys: readonly string[], chosen: string | undefined): Pool => {
  if (chosen !== undefined && !keys.includes(chosen))
    return {
      keys: [],
      words: t('{institution} is not an institution of your token, so none of its vendors are shown.', {
        institution: chosen,
      }),
    }
  if (keys.length === 0)
    return { keys: null, words: t('Your token names no institution, so these are the vendors that belong to none.') }
  const seen = chosen === undefined ? keys : [chosen]
  return { keys: seen, words: t('Vendors of {institutions}, as your token says.', { institutions: andAlso(seen) }) }
}
