import { parseArgs } from 'node:util'
import { checkCatalogs, writeCatalogs } from './texts/catalogs.ts'
import { extractTexts } from './texts/extract.ts'

// Finds the texts of the dashboard and writes them to the catalogs of each language, where translators fill them in.
// `--check` writes nothing, and fails where a catalog is not what the source has or lacks a translation.

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const texts = extractTexts()
if (!values.check) writeCatalogs(texts)
const faults = checkCatalogs(texts)
const all = [...texts.values()].reduce((sum, own) => sum + own.length, 0)
process.stdout.write(`${all} texts in ${texts.size} areas; ${faults.length} to be seen to.\n`)
for (const fault of faults) process.stdout.write(`  ${fault}\n`)
if (values.check && faults.length > 0) process.exitCode = 1
