import { duration, fullTime, moment } from './format.ts'
import { useNow } from './use-now.ts'

/** How long ago something was, as `21 min`; with the whole date under the pointer. */
export const Age = ({ at, zone }: { readonly at: string; readonly zone?: string }) => (
  <time dateTime={at} title={fullTime(at, zone)} className="nowrap">
    {duration(useNow() - Date.parse(at))}
  </time>
)

/** An instant as `03:12`, or `20 Nov 03:12` where that is not today; with the whole date under the pointer. */
export const Clock = ({ at, zone }: { readonly at: string; readonly zone?: string }) => (
  <time dateTime={at} title={fullTime(at, zone)} className="nowrap">
    {moment(at, zone)}
  </time>
)
