import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { hostname } from 'node:os'
import { projectVersion } from '../runtime/config.ts'

// The SDK of OpenTelemetry. Only `tracing.ts` imports this file, and only if it is needed.

/** A stopping program does not wait longer for the receiver. */
const exportTimeoutMs = 3000

/**
 * Sends spans to `endpoint`/v1/traces as JSON over HTTP, in batches. The SDK reads further settings
 * of its own from the environment, such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER.
 * Returns a function that sends what is left and ends the export.
 */
export function exportSpans(endpoint: string, role: string): () => Promise<void> {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs })
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'prizm-order-management',
      'service.version': projectVersion,
      'service.instance.id': `${hostname()}:${process.pid}`,
      'prizm.role': role,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: exportTimeoutMs })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    // A receiver that is away must not keep the program from stopping.
    await provider.shutdown().catch(() => {})
    trace.disable()
    propagation.disable()
    context.disable()
  }
}
