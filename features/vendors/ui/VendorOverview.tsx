import type { ReactNode } from 'react'
import { termsText } from '#features/customers/labels.ts'
import { Facts } from '#platform/ui/page/Facts.tsx'
import { WebsiteLink } from '#platform/ui/master-data/WebsiteLink.tsx'
import type { Vendor } from '../contract.ts'
import { daysText } from '../rules.ts'

type VendorOverviewProps = { vendor: Vendor; notice: ReactNode }

/** A vendor's overview: what must not be overlooked, agreed terms, then contact details. */
export function VendorOverview({ vendor, notice }: VendorOverviewProps) {
  const place = [vendor.city, vendor.state, vendor.zipCode].filter(Boolean).join(', ')
  const address = [vendor.address, place, vendor.country].filter(Boolean).join('\n')
  return (
    <div className="flex flex-col gap-4">
      {notice}
      <Facts
        items={[
          { name: 'Company Name', value: vendor.name },
          { name: 'Payment Terms', value: vendor.paymentTerms && termsText(vendor.paymentTerms) },
          { name: 'Lead Time', value: daysText(vendor.leadTimeDays) },
          {
            name: 'Minimum Order Quantity',
            value: vendor.minimumOrderQuantity?.toLocaleString('en-US'),
          },
          { name: 'Preferred Ranking', value: vendor.preferredRank },
          { name: 'Tax ID', value: vendor.taxId },
          { name: 'Contact', value: vendor.contactName },
          { name: 'Email', value: <a href={`mailto:${vendor.email}`}>{vendor.email}</a> },
          {
            name: 'Phone',
            value: vendor.phone && <a href={`tel:${vendor.phone}`}>{vendor.phone}</a>,
          },
          {
            name: 'Website',
            value: vendor.website && <WebsiteLink website={vendor.website} />,
          },
          { name: 'Address', value: address },
          { name: 'Notes', value: vendor.notes },
        ]}
      />
    </div>
  )
}
