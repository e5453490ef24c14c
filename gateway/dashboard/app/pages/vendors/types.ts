import type { VendorType } from '../../gql/graphql.gen.ts'

/** What each type of vendor does, in words. */
export const TYPE_LABELS: Readonly<Record<VendorType, string>> = { CIT: 'Cash in transit', SP: 'Service provider' }
