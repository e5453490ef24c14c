import { servicesOf } from '../../ui/widget.tsx'

/** The services behind the figures of these sources that did not bring them. */
export const lost = (sources: readonly string[], ...own: readonly string[]) =>
  servicesOf(sources.filter((source) => own.includes(source)))
