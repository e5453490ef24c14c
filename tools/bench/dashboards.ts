import type { Lifecycle } from '../../subgraphs/kit/lifecycle.ts'
import type { BenchSettings } from './settings.ts'
export const benchDashboards = async (_life: Lifecycle, _settings: BenchSettings): Promise<void> => {}
