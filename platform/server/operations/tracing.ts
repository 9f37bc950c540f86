import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Config, projectVersion } from '../runtime/config.ts'
import { probed } from './access-log.ts'
import { onceEnded } from './request-end.ts'

// Spans of requests, statements, outgoing calls and jobs, in the terms of OpenTelemetry. A span has
// names and numbers of the program only: routes, statement names, hosts, statuses and codes. It has
// no address, parameter, value or message of an error.

/** Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT is set: then nothing is measured. */
let tracer: Tracer | undefined

/**
 * Starts to export spans if the setting names a receiver; only then the SDK is loaded. Returns a
 * function that sends what is left and ends the export.
 */
export async function startTracing({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  ROLE: role,
}: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'ROLE'>): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {}
  const { exportSpans } = await import('./trace-export.ts')
  const stop = exportSpans(endpoint, role)
  tracer = trace.getTracer('prizm', projectVersion)
  return async () => {
    tracer = undefined
    await stop()
  }
}

/** Measures each request except probes. A caller's `traceparent` makes it part of their trace. */
export function traceRequests(app: FastifyInstance): void {
  const own = tracer
  if (!own) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    if (probed.has(route)) return done()
    const parent = propagation.extract(context.active(), request.headers)
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'prizm.request_id': request.id,
    }
    const options = { kind: SpanKind.SERVER, attributes }
    const span = own.startSpan(`${request.method} ${route}`, options, parent)
    spans.set(request, span)
    onceEnded(reply, (status) => {
      spans.delete(request)
      endSpan(span, status)
    })
    context.with(trace.setSpan(parent, span), done)
  })
  // The end of a body arrives outside the context of its request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (!span) return done()
    context.with(trace.setSpan(context.active(), span), done)
  })
}

function endSpan(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/**
 * Measures a statement by its name, if it is part of a request or job. Statements without a name
 * are composed for a list or a report.
 */
export function traceStatement<R>(name: string, run: () => Promise<R>): Promise<R> {
  if (!tracer || !trace.getActiveSpan()) return run()
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name || 'composed' }
  return measured(tracer, name || 'composed', { kind: SpanKind.CLIENT, attributes }, run)
}

/** Measures a call of another system, by its method and host. */
export function traceCall<A extends HttpAnswer>(
  { method, host }: { method: string; host: string },
  run: () => Promise<A>,
): Promise<A> {
  if (!tracer) return run()
  const attributes = { 'http.request.method': method, 'server.address': host }
  const options = { kind: SpanKind.CLIENT, attributes }
  return measured(tracer, `${method} ${host}`, options, async (span) => {
    const answer = await run()
    span.setAttribute('http.response.status_code', answer.status)
    return answer
  })
}

type HttpAnswer = { status: number }

/** Measures one run of a job, as a trace of its own. */
export function traceJob<R>(name: string, run: () => Promise<R>): Promise<R> {
  if (!tracer) return run()
  const attributes = { 'prizm.job': name }
  return measured(tracer, `job ${name}`, { kind: SpanKind.INTERNAL, attributes }, run)
}

type SpanOptions = { kind: SpanKind; attributes: Attributes }

function measured<R>(
  own: Tracer,
  name: string,
  options: SpanOptions,
  run: (span: Span) => Promise<R>,
): Promise<R> {
  return own.startActiveSpan(name, options, async (span): Promise<R> => {
    try {
      return await run(span)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', errorType(error))
      throw error
    } finally {
      span.end()
    }
  })
}

/** A code such as `23505`, or the name of the class: a message may contain values. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
