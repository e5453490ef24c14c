import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { parseTraceparent } from '../tracing/trace-context.rules.ts'
import { inSpan, type Span, type Tracer } from '../tracing/tracing.ts'

/** A property and no weak map: garbage collection would go through an entry of each request of the last minute. */
const SPAN = Symbol('span')
type Traced = IncomingMessage & { [SPAN]?: Span | undefined }

/** The answered request, and its route as the router has it; undefined for none. */
type Answered = {
  readonly request: Traced
  readonly response: ServerResponse
  readonly route?: string | undefined
}

/**
 * Makes each request a span: a part of the caller's trace, where it sends a valid `traceparent`, else a trace of its
 * own. Everything that answers the request runs in that span, and the request's id is the id of the trace.
 */
export const traceRequests = (tracer: Tracer) => {
  const begin = (request: Traced): Span => {
    const span = tracer.start('request', parseTraceparent(request.headers.traceparent), { kind: 'server' })
    request[SPAN] = span
    return span
  }
  const end = ({ request, response, route }: Answered): void => {
    const span = request[SPAN]
    request[SPAN] = undefined
    if (span?.context.isSampled !== true) return
    const { method = '' } = request
    const { statusCode } = response
    span.rename(`${method} ${route ?? ''}`.trimEnd())
    span.set({
      'http.request.method': method,
      'http.response.status_code': statusCode,
      ...(route === undefined ? {} : { 'http.route': route }),
    })
    if (statusCode >= 500) span.fail(String(statusCode))
    if (!response.writableFinished) span.fail('the client has gone')
    span.end()
  }
  return {
    /** The id of the trace that the request is part of. */
    beginId: (request: IncomingMessage): string => begin(request).context.traceId,
    /** Runs the answer to a request of a route in its span. */
    run(request: IncomingMessage, response: ServerResponse, route: string, answer: (traceId: string) => void): void {
      const span = begin(request)
      if (span.context.isSampled) response.once('close', () => end({ request, response, route }))
      inSpan(span, () => answer(span.context.traceId))
    },
    register(app: FastifyInstance): void {
      app.addHook('onRequest', ({ raw, routeOptions }, { raw: response }, done) => {
        const request: Traced = raw
        const span = request[SPAN]
        if (span === undefined) return done()
        // Comes after every answer, and where the client goes before.
        if (span.context.isSampled) response.once('close', () => end({ request, response, route: routeOptions.url }))
        inSpan(span, done)
      })
      app.addHook('onResponse', (request, reply, done) => {
        end({ request: request.raw, response: reply.raw, route: request.routeOptions.url })
        done()
      })
    },
  }
}
