import { createGraphClient, type GraphClient } from './graph.ts'
import { createRestClient, type RestClient } from './rest.ts'
import { createTransport, type TransportOptions } from './transport.ts'

/** A client of one platform on behalf of one caller. */
export type Client = {
  /** Operations of the federated graph. */
  readonly graph: GraphClient
  /** REST routes; `dataOf` of `@fleetops/client/rest` takes the body of a successful answer. */
  readonly rest: RestClient
}

/** Creates a client. It holds no connection of its own and need not be closed. */
export const createClient = (options: TransportOptions): Client => {
  const url = options.url.endsWith('/') ? options.url.slice(0, -1) : options.url
  const send = createTransport(options)
  return { graph: createGraphClient(url, send), rest: createRestClient(url, send) }
}
