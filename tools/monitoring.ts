import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardFiles } from './deploy/dashboards.ts'
import { sloRules } from './deploy/slo.ts'

// Writes what is generated of deploy/monitoring: the rules of the objectives and the dashboards.

const folder = join(import.meta.dirname, '../deploy/monitoring')
for (const name of ['rules', 'dashboards']) mkdirSync(join(folder, name), { recursive: true })
writeFileSync(join(folder, 'rules/slo.yaml'), sloRules())
for (const [name, text] of dashboardFiles()) writeFileSync(join(folder, 'dashboards', name), text)
