import * as z from 'zod/mini'
import { endpoint, listQuery } from '#platform/kernel/endpoint.ts'
import {
  amountText,
  dayField,
  dayText,
  id,
  idParameter,
  optionalText,
  price,
  text,
  units,
} from '#platform/kernel/fields.ts'
import { certificateStates } from './rules.ts'

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

export const offerQuery = z.object({ ...listQuery, vendorId: idParameter, skuId: idParameter })
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

const certificateQuery = z.object({ ...listQuery, vendorId: idParameter })
export type CertificateQuery = z.output<typeof certificateQuery>

export const listCertificates = endpoint('GET', '/api/vendor-certificates', {
  permission: 'vendors.read',
  query: certificateQuery,
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
