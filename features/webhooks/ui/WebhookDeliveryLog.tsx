import type { ReactNode } from 'react'
import { formatMomentOr } from '#platform/ui/dates/moments.ts'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { Loaded } from '#platform/ui/page/Loaded.tsx'
import { ScrollRegion } from '#platform/ui/page/ScrollRegion.tsx'
import { useRead } from '#platform/web/api-hooks.ts'
import { readWebhookDelivery, type WebhookAttempt } from '../contract.ts'
import { deliveryStateLabels } from '../labels.ts'

type WebhookDeliveryLogProps = { id: number; children: ReactNode }

/** One delivery: its body, and each attempt with what was sent and answered. */
export function WebhookDeliveryLog({ id, children }: WebhookDeliveryLogProps) {
  const read = useRead(readWebhookDelivery, { params: { id }, everyMs: 5000 })
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">{children}</div>
      <Loaded read={read}>
        {(delivery) => (
          <>
            <Facts
              items={[
                { name: 'Topic', value: delivery.topic },
                { name: 'State', value: deliveryStateLabels[delivery.state] },
                { name: 'Message id', value: delivery.messageId },
                { name: 'Time', value: formatMomentOr(delivery.eventAt) },
                { name: 'Attempts', value: String(delivery.attempts) },
                { name: 'Next attempt', value: formatMomentOr(delivery.nextAttemptAt, '—') },
              ]}
            />
            <Raw label="Body" text={delivery.body} />
            {delivery.log.map((attempt) => (
              <Attempt key={attempt.at} attempt={attempt} />
            ))}
            {delivery.log.length === 0 && <p className="text-muted">No attempt yet.</p>}
          </>
        )}
      </Loaded>
    </div>
  )
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const { at, url, headers, status, answer, error, tookMs } = attempt
  const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <section aria-label={`Attempt ${formatMomentOr(at)}`} className="grid grid-cols-1 gap-2">
      <h3 className="text-label">
        {formatMomentOr(at)}: {error ?? `status ${status}`}, {tookMs} ms
      </h3>
      <Raw label="Request" text={[`POST ${url}`, ...sent].join('\n')} />
      {answer && <Raw label="Answer" text={answer} />}
    </section>
  )
}

function Raw({ label, text }: { label: string; text: string }) {
  return (
    <ScrollRegion label={label}>
      <pre className="text-table w-fit min-w-full rounded-control bg-surface-2 p-3">{text}</pre>
    </ScrollRegion>
  )
}
