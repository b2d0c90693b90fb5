// Starts Swagger UI on the service's own description. No validator: it would be asked over the network.
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  validatorUrl: null,
  deepLinking: true,
  docExpansion: "list",
});
