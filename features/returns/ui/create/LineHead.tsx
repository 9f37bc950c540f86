import type { ReactNode } from 'react'

type LineHeadProps = { line: { sku: string; name: string }; children: ReactNode }

/** Heading of a form line: SKU, name and quantities. */
export function LineHead({ line: { sku, name }, children }: LineHeadProps) {
  return (
    <p className="min-w-0">
      <span className="numbers font-medium">{sku}</span>
      <span className="block text-muted">{name}</span>
      <span className="text-caption numbers block font-normal text-muted">{children}</span>
    </p>
  )
}
