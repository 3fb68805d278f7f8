ALTER TABLE "account" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "account" SET "is_demo" = true WHERE "id" IN (SELECT "created_by" FROM "party" WHERE "id" = ANY (string_to_array(current_setting('tessera.demo_parties', true), ',')));
