// One file: the rooms of the API, and their names for others, are read as one list.
import * as apReports from '#features/ap-reports/contract.ts'
import * as apReportsRules from '#features/ap-reports/rules.ts'
import * as apiKeys from '#features/api-keys/contract.ts'
import * as apiKeysRules from '#features/api-keys/rules.ts'
import * as arReports from '#features/ar-reports/contract.ts'
import * as arReportsRules from '#features/ar-reports/rules.ts'
import * as audit from '#features/audit/contract.ts'
import * as auditedEntities from '#features/audit/audited-entities.ts'
import * as eventTopics from '#features/audit/event-topics.ts'
import * as auth from '#features/auth/contract.ts'
import * as userChoice from '#features/auth/user-choice.ts'
import * as authRules from '#features/auth/rules.ts'
import * as backtests from '#features/backtests/contract.ts'
import * as backtestsRules from '#features/backtests/rules.ts'
import * as bulkChanges from '#features/bulk-changes/contract.ts'
import * as bulkChangeRules from '#features/bulk-changes/rules.ts'
import * as comments from '#features/comments/contract.ts'
import * as commentsRules from '#features/comments/rules.ts'
import * as customers from '#features/customers/contract.ts'
import * as customerAddressRules from '#features/customers/address-rules.ts'
import * as customersRules from '#features/customers/rules.ts'
import * as dashboard from '#features/dashboard/contract.ts'
import * as dashboardRules from '#features/dashboard/rules.ts'
import * as workQueues from '#features/dashboard/work-queues.ts'
import * as decisions from '#features/decisions/contract.ts'
import * as documents from '#features/documents/contract.ts'
import * as relatedRecords from '#features/documents/related-records.ts'
import * as documentsRules from '#features/documents/rules.ts'
import * as dunning from '#features/dunning/contract.ts'
import * as dunningRules from '#features/dunning/rules.ts'
import * as edi from '#features/edi/contract.ts'
import * as ediRules from '#features/edi/rules.ts'
import * as intake from '#features/intake/contract.ts'
import * as intakeRules from '#features/intake/rules.ts'
import * as journal from '#features/journal/contract.ts'
import * as manualJournalRules from '#features/journal/manual-entry-rules.ts'
import * as postingForm from '#features/journal/posting-form.ts'
import * as journalRules from '#features/journal/rules.ts'
import * as notifications from '#features/notifications/contract.ts'
import * as notificationEmailRules from '#features/notifications/email-rules.ts'
import * as notificationsRules from '#features/notifications/rules.ts'
import * as orderEntry from '#features/order-entry/contract.ts'
import * as orderEntryRules from '#features/order-entry/rules.ts'
import * as payables from '#features/payables/contract.ts'
import * as payablesRules from '#features/payables/rules.ts'
import * as personalData from '#features/personal-data/contract.ts'
import * as pricing from '#features/pricing/contract.ts'
import * as pricingRules from '#features/pricing/rules.ts'
import * as purchaseOrders from '#features/purchase-orders/contract.ts'
import * as purchaseOrdersRules from '#features/purchase-orders/rules.ts'
import * as purchaseProposals from '#features/purchase-proposals/contract.ts'
import * as purchaseProposalsRules from '#features/purchase-proposals/rules.ts'
import * as receivables from '#features/receivables/contract.ts'
import * as receivablesRules from '#features/receivables/rules.ts'
import * as reports from '#features/reports/contract.ts'
import * as reportsRules from '#features/reports/rules.ts'
import * as requisitions from '#features/requisitions/contract.ts'
import * as requisitionsRules from '#features/requisitions/rules.ts'
import * as returns from '#features/returns/contract.ts'
import * as returnsRules from '#features/returns/rules.ts'
import * as salesOrders from '#features/sales-orders/contract.ts'
import * as salesOrdersRules from '#features/sales-orders/rules.ts'
import * as search from '#features/search/contract.ts'
import * as searchRules from '#features/search/rules.ts'
import * as settings from '#features/settings/contract.ts'
import * as settingsRules from '#features/settings/rules.ts'
import * as skus from '#features/skus/contract.ts'
import * as skusRules from '#features/skus/rules.ts'
import * as sourcing from '#features/sourcing/contract.ts'
import * as certificateStates from '#features/sourcing/certificate-states.ts'
import * as stock from '#features/stock/contract.ts'
import * as systemHealth from '#features/system-health/contract.ts'
import * as systemHealthRules from '#features/system-health/rules.ts'
import * as vendorPayments from '#features/vendor-payments/contract.ts'
import * as vendorPaymentsRules from '#features/vendor-payments/rules.ts'
import * as vendors from '#features/vendors/contract.ts'
import * as vendorsRules from '#features/vendors/rules.ts'
import * as views from '#features/views/contract.ts'
import * as viewsRules from '#features/views/rules.ts'
import * as webhooks from '#features/webhooks/contract.ts'
import * as webhookRules from '#features/webhooks/rules.ts'
import * as wmsIntegration from '#features/wms-integration/contract.ts'
import * as wmsIntegrationRules from '#features/wms-integration/rules.ts'
import type { RoomContract } from '#platform/server/openapi/operation-and-schema-names.ts'

/**
 * The rooms of the API, with the modules whose exported names are the names of the OpenAPI
 * document.
 */
export const contracts: readonly RoomContract[] = [
  {
    tag: 'Users',
    description: 'Sign-in, sessions, users and their preferences.',
    modules: [auth, userChoice, authRules],
  },
  {
    tag: 'Settings',
    description: 'The business rules, and sales tax rates by location.',
    modules: [settings, settingsRules],
  },
  {
    tag: 'API keys',
    description: 'API keys that authenticate programs.',
    modules: [apiKeys, apiKeysRules],
    schemaNames: {
      newKeyAnswer: 'ApiKeyWithSecret',
    },
  },
  {
    tag: 'History',
    description: 'What happened to records, imports of files, and changes as they happen.',
    modules: [auditedEntities, audit, eventTopics],
    schemaNames: {
      change: 'RecordChange',
      pastImport: 'PastImport',
    },
  },
  {
    tag: 'Documents',
    description: 'Printed documents, and email with them.',
    modules: [documents, relatedRecords, documentsRules],
    schemaNames: {
      letter: 'EmailDraft',
      related: 'RelatedDocument',
      sending: 'DocumentSending',
      sendingForm: 'DocumentSendingForm',
      outcome: 'SendingOutcome',
      bounce: 'EmailBounce',
      automaticNames: 'AutomaticEmailNames',
      automaticStates: 'AutomaticEmailStates',
    },
  },
  {
    tag: 'Notifications',
    description: 'What a user should know.',
    modules: [notifications, notificationsRules, notificationEmailRules],
  },
  {
    tag: 'Comments',
    description: 'Comments on records.',
    modules: [comments, commentsRules],
  },
  {
    tag: 'Views',
    description: 'Saved filters of lists.',
    modules: [views, viewsRules],
  },
  {
    tag: 'Webhooks',
    description: 'Events that the program sends to other programs.',
    modules: [webhooks, webhookRules],
    schemaNames: {
      deliveryStates: 'WebhookDeliveryStates',
      inactiveReasons: 'WebhookInactiveReasons',
    },
  },
  {
    tag: 'Customers',
    description: 'Companies that buy from us.',
    modules: [customers, customerAddressRules, customersRules],
  },
  {
    tag: 'Vendors',
    description: 'Companies that we buy from.',
    modules: [vendors, vendorsRules],
  },
  {
    tag: 'Journal',
    description: 'Journal entries, periods, and the statements made from them.',
    modules: [journal, postingForm, journalRules, manualJournalRules],
    schemaNames: {
      period: 'AccountingPeriod',
      taxPayment: 'SalesTaxPayment',
      taxPaymentForm: 'SalesTaxPaymentForm',
      line: 'ManualEntryLine',
      accountAmount: 'AccountAmount',
      section: 'StatementSection',
      taxTie: 'SalesTaxTie',
      reasonForm: 'JournalReasonForm',
    },
  },
  {
    tag: 'SKUs',
    description: 'Goods that are bought, stocked and sold, with their prices and stock.',
    modules: [skus, skusRules],
    schemaNames: {
      plannedPriceRow: 'PlannedPriceUpsert',
      supply: 'SkuSupply',
      arrival: 'SkuArrival',
    },
  },
  {
    tag: 'Contract prices',
    description: 'Prices agreed with one customer for one SKU.',
    modules: [pricing, pricingRules],
  },
  {
    tag: 'Stock',
    description: 'Stock that is kept for the orders of one customer.',
    modules: [stock],
  },
  {
    tag: 'Decisions',
    description: 'Records of decisions on orders: the facts they read, and their outcome.',
    modules: [decisions],
    schemaNames: {
      decision: 'Decision',
      creditFacts: 'DecisionCreditFacts',
      stockFact: 'DecisionStockFact',
      taxFacts: 'DecisionTaxFacts',
      settingsFacts: 'DecisionSettings',
      pricesOfSku: 'DecisionPrices',
      ruleOutcome: 'DecisionRule',
    },
  },
  {
    tag: 'Backtests',
    description: 'Drafts of limits, prices, credit rules or tax, tested on past orders.',
    modules: [backtests, backtestsRules],
  },
  {
    tag: 'Receivables',
    description: 'Invoices, payments, credit memos and refunds of customers.',
    modules: [receivables, receivablesRules],
    schemaNames: {
      offer: 'PaymentOffer',
      application: 'ReceivableApplication',
      applyForm: 'ApplyToInvoicesForm',
      statement: 'StatementOfAccount',
      disputeForm: 'DisputeInvoiceForm',
      writeOffForm: 'WriteOffInvoiceForm',
      applicationForm: 'ReceivableApplicationForm',
      offeredApplication: 'OfferedApplication',
    },
  },
  {
    tag: 'Dunning',
    description: 'Reminders about overdue invoices.',
    modules: [dunning, dunningRules],
    schemaNames: {
      letter: 'DunningLetter',
      letterDetails: 'DunningLetterDetails',
      letterLine: 'DunningLetterLine',
      proposedLetter: 'ProposedDunningLetter',
      remindForm: 'SendRemindersForm',
      dueInvoice: 'DunningInvoice',
    },
  },
  {
    tag: 'Sourcing',
    description: 'Vendors of a SKU with their prices, and certificates of vendors.',
    modules: [sourcing, certificateStates],
    schemaNames: {
      offer: 'VendorOffer',
      offerForm: 'VendorOfferForm',
      certificate: 'VendorCertificate',
      certificateForm: 'VendorCertificateForm',
    },
  },
  {
    tag: 'Sales orders',
    description: 'Sales orders, from processing to delivery.',
    modules: [salesOrders, salesOrdersRules],
    schemaNames: {
      cancelForm: 'CancelSalesOrderForm',
      cancelOpenUnitsForm: 'CancelRestOfOrderForm',
      holdForm: 'HoldSalesOrderForm',
      overrideForm: 'OverrideCreditForm',
      recallForm: 'RecallSalesOrderForm',
      shipForm: 'ShipSalesOrderForm',
      salesLineForm: 'SalesOrderItemForm',
      changedItem: 'SalesOrderItemChange',
      revisionLine: 'SalesOrderRevisionLine',
    },
  },
  {
    tag: 'Purchase orders',
    description: 'Orders to vendors, and what was received.',
    modules: [purchaseOrders, purchaseOrdersRules],
    schemaNames: {
      reason: 'PurchaseOrderReasonForm',
      purchaseLineForm: 'PurchaseOrderItemForm',
      waiver: 'PurchaseOrderWaiver',
      receiptForm: 'ReceiptForm',
      changeForm: 'ChangePurchaseOrdersForm',
      endingCertificate: 'ExpiringCertificate',
      belowMinimum: 'BelowMinimumQuantity',
    },
  },
  {
    tag: 'Requisitions',
    description: 'Requests to buy.',
    modules: [requisitions, requisitionsRules],
    schemaNames: {
      requestedGoods: 'RequisitionItemForm',
      reason: 'RequisitionReasonForm',
      orderedLine: 'RequisitionOrderLine',
      orderForm: 'OrderRequisitionForm',
    },
  },
  {
    tag: 'Purchase proposals',
    description: 'SKUs to reorder.',
    modules: [purchaseProposals, purchaseProposalsRules],
    schemaNames: {
      proposal: 'PurchaseProposal',
      chosenLine: 'PurchaseProposalChoice',
      orderForm: 'OrderProposalsForm',
    },
  },
  {
    tag: 'Payables',
    description: 'Bills and credits of vendors.',
    modules: [payables, payablesRules],
    schemaNames: {
      billable: 'BillablePurchaseOrder',
      finding: 'BillFinding',
      billLine: 'VendorBillLine',
      release: 'BillRelease',
      lineForm: 'VendorBillLineForm',
      reasonForm: 'VendorBillReasonForm',
      creditForm: 'VendorCreditForm',
      applyForm: 'ApplyVendorCreditForm',
    },
  },
  {
    tag: 'Vendor payments',
    description: 'Payments and prepayments to vendors.',
    modules: [vendorPayments, vendorPaymentsRules],
    schemaNames: {
      paidBill: 'PaidVendorBill',
      paymentForm: 'VendorPaymentForm',
      prepaymentForm: 'VendorPrepaymentForm',
      applyForm: 'ApplyVendorPrepaymentForm',
      refundForm: 'RefundVendorPrepaymentForm',
      reverseRefundForm: 'ReversePrepaymentRefundForm',
      paymentKinds: 'VendorPaymentKinds',
      paymentMethods: 'VendorPaymentMethods',
    },
  },
  {
    tag: 'Order entry',
    description: 'Pricing, checking and placing orders.',
    modules: [orderEntry, orderEntryRules],
    schemaNames: {
      pricedLine: 'PricedOrderLine',
      stockLine: 'OrderLineStock',
      savedDraft: 'SavedOrderDraft',
    },
  },
  {
    tag: 'Intake',
    description: 'Incoming messages of every channel that need review before they become orders.',
    modules: [intake, intakeRules],
    schemaNames: {
      pasteForm: 'PasteOrderTextForm',
      correctionKinds: 'IntakeCorrectionKinds',
      correctionForm: 'IntakeCorrectionForm',
    },
  },
  {
    tag: 'Returns',
    description: 'Returns from customers and to vendors.',
    modules: [returns, returnsRules],
    schemaNames: {
      goodsReturn: 'Return',
      reasonForm: 'ReturnReasonForm',
      completeForm: 'CompleteReturnForm',
      inspectForm: 'InspectReturnForm',
      receiveForm: 'ReceiveReturnForm',
      replaceForm: 'ReplaceReturnForm',
      sendToVendorForm: 'SendReturnToVendorForm',
      returnable: 'ReturnableOrder',
      conditions: 'ReturnConditions',
      dispositions: 'ReturnDispositions',
      verdicts: 'InspectionVerdicts',
    },
  },
  {
    tag: 'EDI',
    description: 'X12 files of trading partners.',
    modules: [edi, ediRules],
    schemaNames: {
      documentStates: 'EdiDocumentStates',
      interchangeStates: 'EdiInterchangeStates',
      lineCodes: 'EdiLineCodes',
      partnerKinds: 'EdiPartnerKinds',
      unknownSkuWays: 'UnknownSkuHandlings',
    },
  },
  {
    tag: 'Warehouse',
    description: 'The exchange with the warehouse-management system.',
    modules: [wmsIntegration, wmsIntegrationRules],
    schemaNames: {
      progress: 'WmsRunProgress',
      typeStatus: 'WmsTypeStatus',
      adapters: 'WmsAdapters',
      cancellableKinds: 'CancellableDocumentKinds',
      dataTypes: 'WmsDataTypes',
      documentKinds: 'WmsDocumentKinds',
      documentStates: 'WmsDocumentStates',
      messageStatuses: 'WmsMessageStatuses',
      exportStates: 'WmsExportStates',
      exportAnswers: 'WmsExportAnswers',
      problemKinds: 'WmsProblemKinds',
      jobs: 'WmsJobs',
      shownRunStates: 'WmsRunStates',
      runStates: 'WmsJobStates',
      driftClasses: 'WmsDriftClasses',
      problemStates: 'WmsProblemStates',
    },
  },
  {
    tag: 'AP reports',
    description: 'Reports on what we owe.',
    modules: [apReports, apReportsRules],
    schemaNames: {
      figures: 'ApFigures',
      documentKinds: 'ApDocumentKinds',
      bucketIds: 'AgingBuckets',
      aging: 'ApAging',
    },
  },
  {
    tag: 'AR reports',
    description: 'Reports on what customers owe us.',
    modules: [arReports, arReportsRules],
    schemaNames: {
      collection: 'ArCollection',
      figures: 'ArFigures',
      documentKinds: 'ArDocumentKinds',
      aging: 'ArAging',
    },
  },
  {
    tag: 'Background reports',
    description: 'Reports that run in the background.',
    modules: [reports, reportsRules],
    schemaNames: {
      days: 'ReportDays',
    },
  },
  {
    tag: 'Dashboard',
    description: 'Dashboard figures.',
    modules: [dashboard, dashboardRules, workQueues],
    schemaNames: {
      waiver: 'Waiver',
      beginningStates: 'BusinessBeginnings',
    },
  },
  {
    tag: 'Search',
    description: 'One search over all records.',
    modules: [search, searchRules],
    schemaNames: {
      hit: 'SearchHit',
      hitKinds: 'SearchHitKinds',
    },
  },
  {
    tag: 'Personal data',
    description: 'What is stored about a person: as a file, and its erasure.',
    modules: [personalData],
  },
  {
    tag: 'Imports and bulk changes',
    description: 'Imports of files and bulk edits, with the result of each record and their undo.',
    modules: [bulkChanges, bulkChangeRules],
    schemaNames: {
      undoOutcome: 'BulkUndoOutcome',
      changedTables: 'BulkChangeTables',
      changeActions: 'BulkChangeActions',
      changeStates: 'BulkChangeStates',
      rowResults: 'BulkChangeRowResults',
    },
  },
  {
    tag: 'System health',
    description: 'Health of the program and its components.',
    modules: [systemHealth, systemHealthRules],
    schemaNames: {
      bar: 'HealthBar',
      triedOnce: 'HealthTest',
      memory: 'MemoryUse',
    },
  },
]
