import { type Db, rows } from '#platform/server/database/db.ts'

// The partner is a customer with list prices and the most credit left; it sends the sample orders.
const addPartner = {
  name: 'demo_add_edi_partner',
  text: `insert into edi_partners
           (name, customer_id, qualifier, identifier, own_qualifier, own_identifier, usage,
            keeper_id)
         select concat('Northside (', c.name, ')'), c.id, 'ZZ', 'NORTHSIDE', 'ZZ', 'PRIZM', 'P',
                $1
         from customers c
         where c.is_active and c.price_level = 'standard' and c.credit_status = 'normal'
           and not exists (select from contract_pricing p where p.customer_id = c.id)
         order by c.credit_limit - c.current_balance - c.open_order_amount desc, c.id
         limit 1`,
}

/** A customer who orders by X12; the sample files use it. */
export async function writePartner(db: Db, keeperId: number): Promise<void> {
  await rows(db, addPartner, [keeperId])
}
