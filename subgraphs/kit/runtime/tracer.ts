import { platformInfo } from '../common/version.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../observability/log.ts'
import { plainTracer, type Tracer } from '../tracing/tracing.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Opens what records traces. The SDK is only loaded where a collector is given. */
export const openTracer = (
  life: Lifecycle,
  { tracing }: Pick<Config, 'tracing'>,
  { serviceName, log }: { readonly serviceName: string; readonly log: Logger },
): Promise<Tracer> =>
  life.open({
    name: 'the export of traces',
    atLeastMs: tracing === null ? 0 : 1_000,
    async open() {
      if (tracing === null) return plainTracer
      const { openExport } = await import('../observability/tracing-export.ts')
      return openExport(tracing, { serviceName, version: platformInfo.version, log })
    },
    close: (tracer) => tracer.close(),
  })
