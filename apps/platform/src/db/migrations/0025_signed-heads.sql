CREATE TABLE "edge_head" (
	"party_id" text NOT NULL,
	"place" integer NOT NULL,
	"public_key" text NOT NULL,
	"head" jsonb NOT NULL,
	"signature" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "edge_head_party_id_place_pk" PRIMARY KEY("party_id","place")
);
--> statement-breakpoint
CREATE TABLE "head_witness" (
	"party_id" text NOT NULL,
	"by_party_id" text NOT NULL,
	"public_key" text NOT NULL,
	"head" jsonb NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "head_witness_party_id_by_party_id_pk" PRIMARY KEY("party_id","by_party_id")
);
--> statement-breakpoint
ALTER TABLE "edge" ADD COLUMN "log_signature" text;--> statement-breakpoint
ALTER TABLE "edge_head" ADD CONSTRAINT "edge_head_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "head_witness" ADD CONSTRAINT "head_witness_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "head_witness" ADD CONSTRAINT "head_witness_by_party_id_party_id_fk" FOREIGN KEY ("by_party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;