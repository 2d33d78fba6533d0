//! Schemas in, one file out.

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=schemas");
    let read = |name: &str| -> Result<serde_json::Value, Box<dyn std::error::Error>> {
        Ok(serde_json::from_str(&std::fs::read_to_string(format!("schemas/{name}.json"))?)?)
    };
    let out_dir = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR")?);
    let schema = read("booking")?;
    let items = mcp_codegen::validator(&schema)?;
    std::fs::write(out_dir.join("booking.rs"), items.to_string())?;

    let (point, route) = (read("point")?, read("route")?);
    let several =
        mcp_codegen::validators([("point", &point), ("route", &route)], &mcp_codegen::validate::Options::default())?;
    std::fs::write(out_dir.join("several.rs"), several.to_string())?;
    Ok(())
}
