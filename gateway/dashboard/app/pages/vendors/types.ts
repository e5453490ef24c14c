import type { VendorType } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'

/** What each type of vendor does, in words. */
export const TYPE_LABELS: Readonly<Record<VendorType, string>> = {
  CIT: t('Cash in transit'),
  SP: t('Service provider'),
}
