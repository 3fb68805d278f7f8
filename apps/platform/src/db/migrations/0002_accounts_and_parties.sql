CREATE TABLE "feedback" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"party_id" text,
	"text" text NOT NULL,
	"page" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "market_ticket" (
	"ticket_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"expiry_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "party_join_request" (
	"id" text PRIMARY KEY NOT NULL,
	"party_id" text NOT NULL,
	"user_id" text NOT NULL,
	"note" text NOT NULL,
	"status" text NOT NULL,
	"create_time" timestamp (3) with time zone NOT NULL,
	"reviewed_by" text,
	"review_time" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notification" ALTER COLUMN "party_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "locked_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "delete_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "edge" ADD COLUMN "revoked_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "edge" ADD COLUMN "lost_notice_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "party" ADD COLUMN "suspended_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "market_ticket" ADD CONSTRAINT "market_ticket_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_join_request" ADD CONSTRAINT "party_join_request_party_id_party_id_fk" FOREIGN KEY ("party_id") REFERENCES "public"."party"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "party_join_request" ADD CONSTRAINT "party_join_request_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "party_join_request_party" ON "party_join_request" USING btree ("party_id","create_time");--> statement-breakpoint
CREATE UNIQUE INDEX "party_join_request_waiting" ON "party_join_request" USING btree ("party_id","user_id") WHERE "party_join_request"."status" = 'waiting';--> statement-breakpoint
UPDATE "party_member" SET "role" = 'super-admin' FROM "party" WHERE "party"."id" = "party_member"."party_id" AND "party"."created_by" = "party_member"."user_id";--> statement-breakpoint
UPDATE "party_member" SET "role" = 'super-admin' WHERE "role" = 'admin' AND NOT EXISTS (SELECT 1 FROM "party_member" "other" WHERE "other"."party_id" = "party_member"."party_id" AND "other"."role" = 'super-admin');
