import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

type Line = { readonly text: string; readonly number: number }

const FENCE = /^\s*(```|~~~)/

/** The lines of a Markdown text outside of fenced code. */
export const proseLines = (markdown: string): readonly Line[] => {
  let inCode = false
  return markdown.split('\n').flatMap((text, index) => {
    const isFence = FENCE.test(text)
    if (isFence) inCode = !inCode
    return isFence || inCode ? [] : [{ text, number: index + 1 }]
  })
}

/** The anchor that GitHub gives a heading, before it numbers those that are equal. */
const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** The anchors of a Markdown text: those of its headings, and explicit ones. */
export const anchorsOf = (markdown: string): ReadonlySet<string> => {
  const seen = new Map<string, number>()
  const anchors = new Set<string>()
  for (const { text } of proseLines(markdown)) {
    for (const [, id] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) if (id !== undefined) anchors.add(id)
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(text)?.[1]
    if (heading === undefined) continue
    const slug = slugOf(heading)
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    anchors.add(count === 0 ? slug : `${slug}-${count}`)
  }
  return anchors
}

/** The targets of links and images, in line and by reference. */
const targetsOf = (text: string): readonly string[] => {
  const plain = text.replaceAll(/`[^`]*`/g, (code) => 'x'.repeat(code.length))
  const inLine = [...plain.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)].map((match) => match[1] ?? '')
  const defined = /^\s{0,3}\[[^\]]+\]:\s*<?([^\s>]+)/.exec(plain)?.[1]
  return defined === undefined ? inLine : [...inLine, defined]
}

const faultOf = (root: string, file: string, target: string): string | null => {
  if (/^[a-z][a-z\d+.-]*:/i.test(target)) return null
  const [path = '', anchor] = target.split('#')
  const wanted = path === '' ? join(root, file) : join(dirname(join(root, file)), decodeURIComponent(path))
  if (relative(root, wanted).startsWith('..')) return 'leads out of the repository'
  if (!existsSync(wanted)) return 'does not exist'
  if (anchor === undefined || anchor === '') return null
  if (statSync(wanted).isDirectory() || !wanted.endsWith('.md')) return 'has no anchors'
  return anchorsOf(readFileSync(wanted, 'utf8')).has(anchor) ? null : 'has no such heading'
}

/** Every link of these Markdown files, by their paths from `root`, that leads nowhere: `file:line target reason`. */
export const brokenLinks = (root: string, files: readonly string[]): readonly string[] =>
  files.flatMap((file) =>
    proseLines(readFileSync(join(root, file), 'utf8')).flatMap(({ text, number }) =>
      targetsOf(text).flatMap((target) => {
        const fault = faultOf(root, file, target)
        return fault === null ? [] : [`${file}:${number} ${target} ${fault}`]
      }),
    ),
  )
