import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import {
  amountText,
  dayField,
  dayText,
  id,
  optionalText,
  price,
  text,
  units,
} from '#platform/kernel/fields.ts'
import { defineList, field, defineTable } from '#platform/kernel/list.ts'
import { certificateStates } from './certificate-states.ts'

const nullableText = z.nullable(z.string())
const nullableCount = z.nullable(z.int())

const orNone = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? null : value)),
      z.nullable(schema),
    ),
  )

/** A vendor's offer for a SKU. Rank 1 is preferred. */
export const offerForm = z.object({
  vendorId: id('Please select a vendor'),
  skuId: id('Please select a SKU'),
  rank: z.optional(units(1)),
  vendorItem: optionalText(100),
  unitPrice: orNone(price),
  leadTimeDays: z.optional(z.nullable(units(0))),
  minimumQuantity: z.optional(z.nullable(units(1))),
})
export type OfferForm = z.output<typeof offerForm>

/** An offer as returned by the API; its price is null for roles that may not read costs. */
export const offer = z.object({
  id: z.int(),
  vendorId: z.int(),
  vendorCode: z.string(),
  vendorName: z.string(),
  skuId: z.int(),
  sku: z.string(),
  skuName: z.string(),
  rank: z.int(),
  vendorItem: nullableText,
  unitPrice: z.nullable(amountText),
  leadTimeDays: nullableCount,
  minimumQuantity: nullableCount,
  version: z.int(),
})
export type Offer = z.infer<typeof offer>

/** The list of offers, with the columns for the offers of one vendor. */
export const offerList = defineList({
  name: 'vendor-skus',
  row: offer,
  defaultSort: 'sku,rank',
  fields: {
    sku: field.text({ label: 'SKU', sortable: true, column: { isLong: true, width: 240 } }),
    rank: field.units({ label: 'Rank', sortable: true, column: { width: 80 } }),
    unitPrice: field.amount({ label: 'Price', column: { width: 110, phone: 'amount' } }),
    leadTimeDays: field.units({
      label: 'Lead time',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    minimumQuantity: field.units({ label: 'Minimum', column: { width: 110 } }),
    vendorItem: field.text({
      label: 'Vendor’s item number',
      column: { width: 150, phone: 'line' },
    }),
    id: field.reference({ sortable: true }),
    vendorCode: field.text({ label: 'Vendor', sortable: true }),
    vendorId: field.reference({ filterable: true }),
    skuId: field.reference({ filterable: true }),
  },
})

/** The offers for one SKU. */
export const skuVendorList = defineTable(offerList, {
  name: 'sku-vendors',
  defaultSort: 'rank',
  columns: {
    vendorCode: { isLong: true, width: 240 },
    rank: true,
    unitPrice: true,
    leadTimeDays: true,
    minimumQuantity: true,
    vendorItem: true,
  },
})

export const offerQuery = offerList.query
export type OfferQuery = z.output<typeof offerQuery>

export const listOffers = endpoint('GET', '/api/vendor-skus', {
  permission: 'vendors.read',
  query: offerQuery,
  returns: z.array(offer),
  summary: 'The SKUs that vendors offer, with price and preference',
})
export const createOffer = endpoint('POST', '/api/vendor-skus', {
  permission: 'vendors.edit',
  body: offerForm,
  returns: offer,
  status: 201,
  summary: 'Adds a SKU to the offers of a vendor',
})
export const updateOffer = endpoint('PUT', '/api/vendor-skus/:id', {
  permission: 'vendors.edit',
  checksVersion: true,
  body: offerForm,
  returns: offer,
  summary: 'Changes rank, price, lead time or minimum quantity of an offer',
})
export const deleteOffer = endpoint('DELETE', '/api/vendor-skus/:id', {
  permission: 'vendors.edit',
  checksVersion: true,
  summary: 'Removes a SKU from the offers of a vendor',
})

/** A certificate of a vendor; without a category it applies to all their SKUs. */
export const certificateForm = z
  .object({
    vendorId: id('Please select a vendor'),
    name: text(100),
    number: optionalText(100),
    category: optionalText(100),
    validFrom: orNone(dayField),
    expiresOn: dayField,
  })
  .check(
    z.refine(({ validFrom, expiresOn }) => !validFrom || validFrom <= expiresOn, {
      error: 'Must not end before it begins',
      path: ['expiresOn'],
    }),
  )
export type CertificateForm = z.output<typeof certificateForm>

export const certificate = z.object({
  id: z.int(),
  vendorId: z.int(),
  name: z.string(),
  number: nullableText,
  category: nullableText,
  validFrom: z.nullable(dayText),
  expiresOn: dayText,
  state: z.enum(certificateStates),
  version: z.int(),
})
export type Certificate = z.infer<typeof certificate>

/** The list of certificates. */
export const certificateList = defineList({
  name: 'vendor-certificates',
  row: certificate,
  defaultSort: 'expiresOn',
  fields: {
    name: field.text({
      label: 'Certificate',
      sortable: true,
      column: { isLong: true, width: 200 },
    }),
    number: field.text({ label: 'Number', column: { width: 140 } }),
    category: field.text({
      label: 'For',
      sortable: true,
      column: { isLong: true, width: 160, phone: 'line' },
    }),
    validFrom: field.day({ label: 'Valid from', column: { width: 110 } }),
    expiresOn: field.day({
      label: 'Valid until',
      sortable: true,
      column: { width: 110, phone: 'date' },
    }),
    state: field.choice(certificateStates, {
      label: 'State',
      column: { width: 120, phone: 'badge' },
    }),
    id: field.reference({ sortable: true }),
    vendorId: field.reference({ filterable: true }),
  },
})

export type CertificateQuery = z.output<typeof certificateList.query>

export const listCertificates = endpoint('GET', '/api/vendor-certificates', {
  permission: 'vendors.read',
  query: certificateList.query,
  returns: z.array(certificate),
  summary: 'Certificates of vendors, by expiration date',
})
export const createCertificate = endpoint('POST', '/api/vendor-certificates', {
  permission: 'vendors.edit',
  body: certificateForm,
  returns: certificate,
  status: 201,
  summary: 'Creates a certificate of a vendor',
})
export const updateCertificate = endpoint('PUT', '/api/vendor-certificates/:id', {
  permission: 'vendors.edit',
  checksVersion: true,
  body: certificateForm,
  returns: certificate,
  summary: 'Changes a certificate',
})
export const deleteCertificate = endpoint('DELETE', '/api/vendor-certificates/:id', {
  permission: 'vendors.edit',
  checksVersion: true,
  summary: 'Deletes a certificate; it stays in the history',
})
