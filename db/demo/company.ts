import type { CompanyPatch } from '#features/settings/contract.ts'

/** The company of the demo business, complete as documents show it. */
export const demoCompany = {
  companyName: 'Prizm Supply Co.',
  companyLegalName: 'Prizm Supply Company, Inc.',
  companyAddress: '1200 Commerce Street, Suite 400\nColumbus, OH 43215',
  remitToAddress: 'Prizm Supply Co.\nP.O. Box 5120\nColumbus, OH 43216',
  receivingAddress: 'Prizm Supply Co., Receiving\n88 Dock Road, Doors 5 to 9\nGroveport, OH 43125',
  companyPhone: '(614) 555-0142',
  companyEmail: 'accounts@prizm-supply.example',
  companyWeb: 'www.prizm-supply.example',
  taxNumbers: 'EIN 31-0005120',
  bankDetails: 'First Example Bank, Columbus, OH\nRouting 000000518 · Account 4400 2207 91',
  checksPayableTo: 'Prizm Supply Company, Inc.',
  invoiceFooter: 'Thank you for your business. Please state the invoice number with your payment.',
  accentColor: '#4a3a8c',
} as const satisfies CompanyPatch

/** The logo of the demo business: light through a prism. */
export const demoLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 96">
  <path d="M2 58 L30 46" stroke="#4a3a8c" stroke-width="5"/>
  <path d="M60 42 L104 28" stroke="#d0455b" stroke-width="6"/>
  <path d="M62 48 L106 44" stroke="#e09a2b" stroke-width="6"/>
  <path d="M64 54 L106 60" stroke="#2b8f6b" stroke-width="6"/>
  <path d="M66 60 L104 76" stroke="#2f6fb3" stroke-width="6"/>
  <path d="M48 12 L86 84 L10 84 Z" fill="#4a3a8c"/>
  <path d="M48 12 L48 84 L10 84 Z" fill="#6656ad"/>
  <text x="122" y="58" font-family="Noto Sans" font-weight="700" font-size="46"
    fill="#2a2150">Prizm</text>
  <text x="124" y="82" font-family="Noto Sans" font-size="19" letter-spacing="5"
    fill="#4a3a8c">SUPPLY CO.</text>
</svg>`
