import { z } from 'zod'
import type { Policy } from './policy.ts'

/** What `npm audit --json` prints: the advisories are within the packages that they are about. */
const auditSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          z.string(),
          z.object({ url: z.string(), title: z.string(), severity: z.string(), range: z.string(), name: z.string() }),
        ]),
      ),
    }),
  ),
})
const refusalSchema = z.object({ message: z.string() })

/** What became of asking the registry: the advisories that are not accepted, or why it could not be asked. */
export type AdvisoryCheck =
  | { readonly kind: 'checked'; readonly faults: readonly string[] }
  | { readonly kind: 'unreachable'; readonly reason: string }

/**
 * Compares what `npm audit --json` printed with the advisories that are accepted up to `today` (`2026-11-27`). An
 * acceptance that has ended, or whose advisory is there no more, is a fault as well.
 */
export const checkAdvisories = (printed: string, { advisories }: Policy, today: string): AdvisoryCheck => {
  const parsed = readJson(printed)
  const audit = auditSchema.safeParse(parsed)
  if (!audit.success) {
    const refusal = refusalSchema.safeParse(parsed)
    return { kind: 'unreachable', reason: refusal.success ? refusal.data.message : 'npm audit printed no report' }
  }
  const found = Object.values(audit.data.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via) => typeof via !== 'string')
    .map((via) => ({ ...via, id: via.url.slice(via.url.lastIndexOf('/') + 1) }))
  const faults = new Set<string>()
  for (const { id, name, title, severity, range } of found) {
    const accepted = advisories.find((one) => one.id === id && one.package === name)
    if (accepted === undefined) faults.add(`${id} (${severity}) of ${name} ${range}: ${title}`)
    else if (accepted.until < today) faults.add(`${id} of ${name} was accepted until ${accepted.until}: ${title}`)
  }
  for (const { id, package: name } of advisories)
    if (!found.some((one) => one.id === id && one.name === name))
      faults.add(`tools/packages/policy.json accepts ${id} of ${name}, which is not reported any more`)
  return { kind: 'checked', faults: [...faults] }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
