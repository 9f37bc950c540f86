import { type Db, rows } from '#platform/server/database/db.ts'

// A customer with the list prices and the most credit left sends the sample orders.
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

/** A customer who orders in X12, to whom the sample files belong. */
export async function writePartner(db: Db, keeperId: number): Promise<void> {
  await rows(db, addPartner, [keeperId])
}
